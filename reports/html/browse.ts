/**
 * The only script of the report page: search, filters, links that open what they point to, and the key `/`.
 * Its text goes into the page (see `script`), so that the function may use nothing from outside itself.
 */
export function browse(): void {
  const form = document.querySelector<HTMLFormElement>('#filters');
  const output = form?.querySelector('output');
  const openAll = form?.querySelector<HTMLButtonElement>('button[name=open]');
  const search = form?.querySelector<HTMLInputElement>('input[name=q]');
  if (!form || !output || !openAll || !search) return;
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  const items = [...document.querySelectorAll<HTMLElement>('.requirement')];
  const groups = [...document.querySelectorAll<HTMLElement>('.group')];
  const texts = new Map<HTMLElement, string>();
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function textOf(item: HTMLElement): string {
    const text = texts.get(item) ?? item.textContent.toLowerCase();
    texts.set(item, text);
    return text;
  }

  function apply(): void {
    const words = search?.value.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
    const chosen = fields.filter((field) => field !== search && field.value !== '');
    const has = (item: HTMLElement, name: string, value: string) =>
      name === 'operation'
        ? [...item.querySelectorAll('.cells code')].some((code) => code.textContent === value)
        : (item.dataset[name] ?? 'own') === value;
    const fits = (item: HTMLElement) =>
      chosen.every(({ name, value }) => has(item, name, value)) && words.every((word) => textOf(item).includes(word));
    const shown = items.filter(fits);
    const visible = new Set(shown);
    for (const item of items) if (item.hidden === visible.has(item)) item.hidden = !visible.has(item);
    for (const group of groups) group.hidden = !group.querySelector('.requirement:not([hidden])');
    if (output) output.value = `${shown.length} of ${items.length} requirements`;
  }

  /** Keeps the filter in the address (`#?outcome=fail&q=…`), so that it can be sent like the link of a requirement. */
  function keep(): void {
    const set = fields.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]);
    history.replaceState(null, '', set.length === 0 ? '#requirements' : `#?${new URLSearchParams(set)}`);
  }

  function followFilter(query: URLSearchParams): void {
    for (const field of fields) field.value = query.get(field.name) ?? '';
    apply();
    if (query.size > 0) document.querySelector('#requirements')?.scrollIntoView();
  }

  function follow(): void {
    if (location.hash.startsWith('#?')) {
      followFilter(new URLSearchParams(location.hash.slice(2)));
      return;
    }
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.classList.contains('requirement')) return;
    if (target.hidden) {
      form?.reset();
      apply();
    }
    for (const details of [...target.querySelectorAll('details')].slice(0, 1)) details.open = true;
    target.scrollIntoView();
  }

  function toggleAll(): void {
    const shown = items.filter((item) => !item.hidden).flatMap((item) => item.querySelector('details') ?? []);
    const open = shown.some((details) => !details.open);
    for (const details of shown) details.open = open;
    if (openAll) openAll.textContent = open ? 'Close all' : 'Open all';
  }

  function applyAndKeep(): void {
    apply();
    keep();
  }

  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(applyAndKeep, 120);
  });
  // The event comes before the fields are empty.
  form.addEventListener('reset', () => setTimeout(applyAndKeep));
  form.addEventListener('submit', (event) => event.preventDefault());
  openAll.addEventListener('click', toggleAll);
  addEventListener('hashchange', follow);
  addEventListener('keydown', (event) => {
    const typing = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || typing) return;
    event.preventDefault();
    search.focus();
  });
  form.hidden = false;
  apply();
  follow();
}

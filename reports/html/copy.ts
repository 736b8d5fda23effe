/**
 * Puts a button beside each command that is meant to be copied. Its text goes into the page, so that the function may use
 * nothing from outside itself. A page from disk may not have the clipboard; then the command is selected and copied as by hand.
 */
function copyButtons(): void {
  /** The old way, which is the only one where there is no clipboard. */
  function byHand(pre: HTMLElement): string {
    getSelection()?.selectAllChildren(pre);
    return document.execCommand('copy') ? 'Copied' : 'Selected';
  }

  function copy(pre: HTMLElement, button: HTMLElement): void {
    const say = (words: string) => {
      button.textContent = words;
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    };
    const { clipboard } = navigator as { clipboard?: Clipboard };
    if (clipboard)
      clipboard.writeText(pre.textContent).then(
        () => say('Copied'),
        () => say(byHand(pre)),
      );
    else say(byHand(pre));
  }

  for (const pre of document.querySelectorAll<HTMLElement>('pre[data-copy]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy ${pre.dataset.copy}`);
    button.addEventListener('click', () => copy(pre, button));
    pre.before(button);
  }
}

/** The script as text for a page. */
export const copyScript = `(${copyButtons})();`;

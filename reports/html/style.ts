/** Style of the report page: light and dark, and for print. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e8eb); --dim: light-dark(#57606a, #9aa4af); --line: light-dark(#d0d7de, #3a424b); --back: light-dark(#ffffff, #14181d); --box: light-dark(#f6f8fa, #1d232a); --good: light-dark(#116329, #57d17a); --bad: light-dark(#b3121d, #ff8182); --warn: light-dark(#7d4e00, #e3b341); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.3; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { margin: 1.5rem 0 .5rem; }
p, .section, .level { color: var(--dim); }
a { color: inherit; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
.number { font-variant-numeric: tabular-nums; }
.mark { font-weight: 600; font-size: .85em; padding: .1em .5em; border: 1px solid currentColor; border-radius: 1em; white-space: nowrap; color: var(--dim); }
.mark.pass, .mark.conformant { color: var(--good); }
.mark.fail, .mark.non-conformant, .mark.harness-error { color: var(--bad); }
.mark.waived, .mark.not-tested, .mark.incomplete, .mark.conformant-with-waivers { color: var(--warn); }
.requirement { border: 1px solid var(--line); border-radius: .4rem; margin: .3rem 0; padding: .4rem .7rem; }
.requirement:target { outline: 2px solid var(--warn); }
summary { cursor: pointer; } .remedy { color: var(--warn); }
.evidence { background: var(--box); border-radius: .4rem; padding: .6rem .9rem; margin: .5rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .8rem; margin: 0; } dd { margin: 0; min-width: 0; }
pre { margin: 0 0 .4rem; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
pre, code { font: 13px/1.45 ui-monospace, monospace; }
@media print { .requirement { break-inside: avoid; } pre { max-height: none; } }
`;

/** Style of the pages: light and dark, and for print. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1b1f24, #e6e8eb); --dim: light-dark(#57606a, #a7b0ba); --line: light-dark(#d0d7de, #3a424b); --back: light-dark(#ffffff, #14181d); --box: light-dark(#f6f8fa, #1d232a); --good: light-dark(#116329, #57d17a); --bad: light-dark(#b3121d, #ff8f8f); --warn: light-dark(#7d4e00, #e3b341); --link: light-dark(#0a4fa8, #8ab8ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.35; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2.2rem 0 .5rem; } h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; } h4 { font-size: .95rem; margin: .8rem 0 .2rem; }
h1, h2, h3, h4, p, li, td, dd { overflow-wrap: anywhere; } th { overflow-wrap: break-word; } tbody th { min-width: 9rem; } tbody th code { white-space: nowrap; }
p { margin: .3rem 0 .6rem; } .note, .level, caption { color: var(--dim); }
a { color: var(--link); text-underline-offset: .15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999px; } .skip:focus { position: static; display: block; padding: .5rem 1.5rem; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: 1rem 0; padding: .5rem 0; border-block: 1px solid var(--line); }
.totals { font-size: 1.05rem; }
.decision { border-left: .4rem solid var(--dim); padding: .2rem 0 .2rem 1rem; margin-bottom: 1rem; } .decision.yes { border-color: var(--good); } .decision.no { border-color: var(--bad); } .decision.perhaps { border-color: var(--warn); }
.ship { font-size: 1.15rem; margin: 0; } .yes .ship strong { color: var(--good); } .no .ship strong, .sign.no { color: var(--bad); } .perhaps .ship strong, .sign.perhaps { color: var(--warn); }
.lines { list-style: none; padding: 0; margin: .6rem 0; } .lines li { display: grid; grid-template-columns: 1.2rem 1fr auto; gap: .1rem .5rem; padding: .25rem 0; border-top: 1px solid var(--line); } .sign { font-weight: 700; } .who { color: var(--dim); }
svg { display: block; } svg.bar { width: 13rem; height: .9rem; margin-top: .3rem; } svg.times { width: 13rem; height: .8rem; margin-top: .35rem; } svg.trend { max-width: 100%; height: auto; margin: .5rem 0 1rem; }
.pass { fill: var(--good); } .fail, .failed { fill: var(--bad); } .waived, .warned { fill: var(--warn); } .not-tested, .untested { fill: var(--dim); } .not-applicable { fill: var(--line); }
.times path { stroke: var(--dim); stroke-width: 1.5; fill: none; } .times circle { fill: var(--link); } .scale { display: flex; justify-content: space-between; width: 13rem; font-weight: 400; color: var(--dim); }
#map table { width: auto; border-collapse: separate; border-spacing: 2px; } #map td { padding: 0; border: 0; } #map th { padding: 0 .6rem 0 0; border: 0; vertical-align: middle; } #map tbody th { position: sticky; left: 0; background: var(--back); } #map thead th { padding: .1rem .3rem; font-size: .85em; } #map th a { font: 13px/1.45 ui-monospace, monospace; } abbr { text-decoration: none; } #runs td { white-space: nowrap; }
:is(#map td, .legend span) { --c: var(--box); background: var(--c); border-radius: .2rem; font-variant-numeric: tabular-nums; print-color-adjust: exact; -webkit-print-color-adjust: exact; } #map td:not([class]) { background: none; } #map td a { display: block; min-width: 4.6rem; padding: .05rem .4rem; text-align: center; white-space: nowrap; color: inherit; text-decoration: none; } #map td a:hover { text-decoration: underline; } .legend { display: flex; flex-wrap: wrap; gap: .2rem .6rem; } .legend span { padding: 0 .5rem; min-width: 2rem; text-align: center; }
:is(#map td, .legend span).pass { --c: light-dark(#c9ecd1, #173f24); } :is(#map td, .legend span).fail { --c: light-dark(#9c1019, #ffb0b0); color: var(--back); font-weight: 600; } :is(#map td, .legend span):is(.warn, .waived) { --c: light-dark(#f7dfa6, #4f3b08); color: inherit; } :is(#map td, .legend span).not-tested { --c: light-dark(#d8dde3, #3a434d); }
mark { background: light-dark(#ffd9dc, #5c1d22); color: inherit; font-weight: 600; border-radius: .2rem; }
.copy { float: right; font-size: .8rem; padding: 0 .5rem; margin-left: .5rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: .2rem 1.5rem; } .facts div { display: flex; gap: .6rem; } .facts dt { flex: 0 0 5rem; }
dt { color: var(--dim); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } #observations table { table-layout: fixed; min-width: 48rem; } caption { text-align: left; padding-bottom: .3rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; } tbody th { font-weight: 500; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; } .none { color: var(--dim); }
.number.fail, .bad { color: var(--bad); font-weight: 600; } .number.waived, .number.not-tested, .warn { color: var(--warn); } .good { color: var(--good); }
.mark { font-weight: 600; font-size: .85em; padding: .05em .55em; border: 1px solid currentColor; border-radius: 1em; white-space: nowrap; color: var(--dim); }
.mark.pass, .mark.conformant { color: var(--good); }
.mark.fail, .mark.non-conformant, .mark.harness-error { color: var(--bad); }
.mark.waived, .mark.warned, .mark.not-tested, .mark.incomplete, .mark.conformant-with-waivers { color: var(--warn); }
ul { padding-left: 1.2rem; margin: .3rem 0; } .requirements, .cells, ul:has(> li > details:first-child) { list-style: none; padding: 0; }
.requirement { display: flex; gap: .5rem; border: 1px solid var(--line); border-radius: .4rem; margin: .3rem 0; padding: .4rem .7rem; scroll-margin-top: 7rem; content-visibility: auto; contain-intrinsic-size: auto 2.5rem; }
.requirement[hidden], .group[hidden], #filters[hidden] { display: none; }
.requirement > details { flex: 1; min-width: 0; } .requirement:target { outline: 2px solid var(--warn); }
.link { text-decoration: none; font-weight: 600; padding: 0 .2rem; }
.cells li { padding: .15rem 0; } summary { cursor: pointer; } .remedy { color: var(--warn); }
#filters select { max-width: 10rem; } #filters { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; background: var(--back); border-block: 1px solid var(--line); padding: .6rem 0; }
#filters output { color: var(--dim); }
input, select, button { font: inherit; color: inherit; background: var(--box); border: 1px solid var(--dim); border-radius: .3rem; padding: .2rem .5rem; }
.evidence { background: var(--box); border-radius: .4rem; padding: .6rem .9rem; margin: .4rem 0; } .finding { font-weight: 600; }
.evidence dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .8rem; margin: 0; } dd { margin: 0; min-width: 0; }
pre { margin: 0 0 .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre, code { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
.differs th { border-left: 3px solid var(--warn); } body:has(#differences:checked) .same { display: none; }
@media (max-width: 40rem) { main { padding: .8rem; } .evidence dl { grid-template-columns: 1fr; } #filters { position: static; } th, td { padding: .25rem .35rem; } tbody th { min-width: 6rem; } .lines li { grid-template-columns: 1.2rem 1fr; } .who { grid-column: 2; } #map td a { min-width: 3rem; } #map th a { font-size: 10.5px; } #map tbody th { max-width: 9.5rem; padding-right: .2rem; } svg.bar, svg.times, .scale { width: 8rem; } }
@media print { :root { color-scheme: light; } body { font-size: 11px; } pre, code { font-size: 9.5px; } h1 { font-size: 1.4rem; } h4 { font-size: 11px; } main { max-width: none; padding: 0; } nav, .skip, #filters, .link, .copy { display: none; } svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; } #map td a { min-width: 2.5rem; padding: 0 .2rem; } svg.bar, svg.times, .scale { width: 7rem; } #map tr { line-height: 1.2; } .requirement { content-visibility: visible; break-inside: auto; } h2, h3, h4, summary { break-after: avoid; } tr, .evidence dt { break-inside: avoid; } .wide { overflow: visible; } a { color: inherit; } }
`;

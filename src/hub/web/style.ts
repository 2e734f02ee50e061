/** The stylesheet of all pages, the only one: what others wrote brings no styles. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1f2328, #e6edf3); --soft: light-dark(#59636e, #9198a1);
  --page: light-dark(#ffffff, #0d1117); --head: light-dark(#f6f8fa, #151b23); --line: light-dark(#d1d9e0, #3d444d);
  --link: light-dark(#0969da, #4493f8); --go: light-dark(#1f883d, #238636); --open: light-dark(#1a7f37, #3fb950);
  --done: light-dark(#8250df, #ab7df8); --bad: light-dark(#d1242f, #f85149); --wait: light-dark(#9a6700, #d29922); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 76rem; margin: 0 auto; padding: 1rem; }
a { color: var(--link); text-decoration: none; }
a:hover, main p a { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
button { font: inherit; padding: .3rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--head); color: var(--text); cursor: pointer; }
.people { list-style: none; padding: 0; display: grid; gap: .5rem; }
`;

/** The stylesheet of all pages, the only one: what others wrote brings no styles. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1f2328, #e6edf3); --soft: light-dark(#59636e, #9198a1);
  --page: light-dark(#ffffff, #0d1117); --head: light-dark(#f6f8fa, #151b23); --line: light-dark(#d1d9e0, #3d444d);
  --link: light-dark(#0550ae, #58a6ff); --go: #1a7f37; --open: light-dark(#1a7f37, #3fb950);
  --done: light-dark(#8250df, #b083f0); --bad: light-dark(#cf222e, #ff7b72); --wait: light-dark(#7d4e00, #d29922); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 76rem; margin: 0 auto; padding: 1.25rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 600; margin: 0 0 .75rem; }
a { color: var(--link); text-decoration: none; }
a:hover, .text a, .who a, .soft a, .event a, main > p a { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--page); padding: .5rem 1rem; z-index: 1; }
.soft, .hint { color: var(--soft); }
.soft, .hint, time { font-size: .875rem; }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
code, pre { font: .875em/1.45 ui-monospace, monospace; }
code { background: var(--head); border-radius: 4px; padding: .1em .3em; }
body > header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .6rem 1rem; background: var(--head); border-bottom: 1px solid var(--line); }
body > header p { margin: 0; }
.home { font-weight: 700; color: var(--text); }
.who { margin-left: auto; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; }
body > nav { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5rem; padding: .5rem 1rem 0; background: var(--head); border-bottom: 1px solid var(--line); }
body > nav .name { font-weight: 600; font-size: 1.05rem; }
body > nav ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; list-style: none; margin: 0; padding: 0; }
body > nav li a { display: block; padding: .45rem .6rem; color: var(--text); border-bottom: 2px solid transparent; }
body > nav li a[aria-current] { font-weight: 600; border-color: #fd8c73; }
.count, .tag { font-size: .75rem; font-weight: 500; border: 1px solid var(--line); border-radius: 2rem; padding: 0 .45rem; color: var(--soft); background: var(--page); }
button, select, input[type=search], textarea { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--line); border-radius: 6px; padding: .35rem .75rem; }
button { background: var(--head); cursor: pointer; font-weight: 500; }
button:hover { border-color: var(--soft); }
button.go { background: var(--go); border-color: var(--go); color: #ffffff; }
.who button, aside button.quiet { background: none; border-color: transparent; color: var(--link); padding: .1rem .3rem; font-weight: 400; }
.people, .list, .timeline, .checks, .labels, .reactions, aside ul { list-style: none; padding: 0; margin: 0; }
.people { display: grid; gap: .6rem; }
.people button { min-width: 14rem; text-align: left; }
.search { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.search input { flex: 1 1 12rem; min-width: 0; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: flex-start; margin: .9rem 0 .6rem; }
.filters a { color: var(--soft); } .filters a[aria-current] { color: var(--text); font-weight: 600; }
summary { cursor: pointer; }
ul.labels { display: flex; flex-wrap: wrap; gap: .35rem; padding: .5rem 0; }
p.labels { display: flex; flex-wrap: wrap; gap: .35rem; margin: 0; }
.list { border: 1px solid var(--line); border-radius: 6px; }
.list > li { padding: .6rem .9rem; border-top: 1px solid var(--line); }
.list > li:first-child { border-top: 0; }
.list > li:hover { background: var(--head); }
.list p { margin: .15rem 0 0; }
.list .row > a { font-weight: 600; color: var(--text); }
.pages { display: flex; gap: 1rem; justify-content: center; padding: 1rem; }
.empty, .notice { border: 1px solid var(--line); border-radius: 6px; padding: 1.5rem; text-align: center; }
.label { position: relative; isolation: isolate; display: inline-block; overflow: hidden; border-radius: 2rem; padding: 0 .55rem; font-size: .75rem; line-height: 1.35rem; font-weight: 500; white-space: nowrap; max-width: 100%; text-overflow: ellipsis; vertical-align: middle; }
.label svg { position: absolute; inset: 0; width: 100%; height: 100%; z-index: -1; }
.on-light { color: #000000; background: #ffffff; } .on-dark { color: #ffffff; background: #000000; }
.sign { font-weight: 700; } .open { color: var(--open); } .done { color: var(--done); } .bad { color: var(--bad); } .wait { color: var(--wait); } .quiet.sign { color: var(--soft); }
.standing { display: inline-block; border: 1px solid; border-radius: 2rem; padding: .1rem .7rem; font-weight: 600; font-size: .875rem; margin-right: .35rem; }
.standing.quiet { color: var(--soft); }
.title { border-bottom: 1px solid var(--line); margin-bottom: 1.25rem; }
.title h1 .soft { font-size: inherit; font-weight: 300; }
.title p { margin: 0 0 .6rem; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 1.75rem; }
.timeline > li { margin-bottom: 1rem; }
.event { margin: 0; padding-left: 1rem; border-left: 2px solid var(--line); }
.box { border: 1px solid var(--line); border-radius: 6px; margin: 0; }
.box > header { background: var(--head); border-bottom: 1px solid var(--line); border-radius: 6px 6px 0 0; padding: .45rem .9rem; }
.box > header h2 { font-size: 1rem; margin: 0; }
section.box, .reply { margin-top: 1rem; }
.box:target { border-color: var(--link); }
details.hidden { border: 1px dashed var(--line); border-radius: 6px; padding: .45rem .9rem; color: var(--soft); }
details.hidden .box { margin-top: .6rem; color: var(--text); }
.text { padding: .25rem .9rem .75rem; }
.text > :first-child { margin-top: .6rem; } .text > :last-child { margin-bottom: 0; }
.text h3, .text h4, .text h5, .text h6 { margin: 1.1rem 0 .5rem; line-height: 1.3; font-size: 1.05rem; }
.text h3 { font-size: 1.35rem; } .text h4 { font-size: 1.2rem; }
.text pre { background: var(--head); border-radius: 6px; padding: .75rem; white-space: pre-wrap; }
.text pre code { padding: 0; background: none; }
.text blockquote { margin: 0 0 .75rem; padding: 0 .9rem; border-left: .25rem solid var(--line); color: var(--soft); }
.text ul, .text ol, .text table { margin: 0 0 .75rem; }
.text li ul { margin: 0; }
.text table { border-collapse: collapse; display: block; max-width: 100%; }
.text th, .text td { border: 1px solid var(--line); padding: .3rem .7rem; }
.text ul.contains-task-list { list-style: none; padding-left: .5rem; }
.text li > p { margin: .3rem 0; }
.text details { border: 1px solid var(--line); border-radius: 6px; padding: .35rem .75rem; margin: .6rem 0; }
.reactions { display: flex; gap: .4rem; padding-top: .75rem; }
.reactions li { border: 1px solid var(--line); border-radius: 2rem; padding: 0 .55rem; font-size: .8rem; }
.checks li { padding: .25rem 0; }
.reply textarea { display: block; width: 100%; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; resize: vertical; }
.reply p { display: flex; flex-wrap: wrap; gap: .5rem; justify-content: flex-end; margin: 0; padding: .6rem .9rem; }
.reply label { font-weight: 600; }
.reply .go { order: 1; }
aside section { border-bottom: 1px solid var(--line); padding: 0 0 .8rem; margin-bottom: .8rem; }
aside h2 { font-size: .8rem; color: var(--soft); margin: 0 0 .35rem; font-weight: 600; }
aside p { margin: 0; } aside li { display: flex; flex-wrap: wrap; gap: 0 .35rem; align-items: baseline; }
aside form { display: inline; } aside select { max-width: 8rem; padding: .25rem; } aside button { padding: .25rem .6rem; }
@media (max-width: 48rem) { .columns { grid-template-columns: minmax(0, 1fr); gap: 1rem; } body > header .hint { display: none; } h1 { font-size: 1.35rem; } }
`;

/** The guide's style sheet: paper and ink, light and dark, as the product's own. */
export const guideStyle = `:root{color-scheme:light dark;--paper:#faf9f6;--sheet:#fff;--ink:#16202e;--second:#566070;--line:#e3e1da;--accent:#1d3f8f}
@media (prefers-color-scheme:dark){:root{--paper:#12161c;--sheet:#1a2028;--ink:#e9ecf1;--second:#9aa5b4;--line:#2b333e;--accent:#8fb0ff}}
@font-face{font-family:Inter;font-style:normal;font-weight:100 900;font-display:swap;src:url(/docs/inter.woff2) format('woff2')}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
a{color:var(--accent);text-underline-offset:2px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
main:focus{outline:none}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;padding:8px 12px;background:var(--sheet);z-index:2}
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 24px;padding:8px 20px;border-bottom:1px solid var(--line);background:var(--sheet)}
.name{display:flex;align-items:center;gap:8px;min-height:44px;color:var(--ink);font-weight:600;text-decoration:none;white-space:nowrap}
nav{display:flex;flex-wrap:wrap;gap:0 20px}
nav a{display:flex;align-items:center;min-height:44px;color:var(--second);font-size:14px;font-weight:500;text-decoration:none;border-bottom:2px solid transparent}
nav a:hover{color:var(--ink)}
nav a[aria-current]{color:var(--ink);border-color:var(--accent)}
@media (max-width:600px){
header{padding:8px 0 0}
.name{padding:0 20px}
nav{width:100%;flex-wrap:nowrap;overflow-x:auto;padding:0 20px;scroll-padding-inline:20px 48px;scrollbar-width:none;-webkit-mask-image:linear-gradient(to right,#000 calc(100% - 40px),transparent);mask-image:linear-gradient(to right,#000 calc(100% - 40px),transparent)}
nav a{flex:none}
nav a:focus-visible{outline-offset:-2px}
nav a:last-child{margin-right:20px}
nav a[aria-current]{scroll-initial-target:nearest}
}
main{max-width:760px;margin:0 auto;padding:32px 20px 64px}
h1{margin:0 0 8px;font-size:28px;line-height:36px}
h2{margin:40px 0 4px;font-size:20px;line-height:28px}
p{margin:8px 0;overflow-wrap:anywhere}
.lead,.keep{color:var(--second)}
.lead{font-size:18px}
.keep{font-size:14px}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
p code{padding:1px 4px;border-radius:4px;background:var(--line)}
pre{margin:12px 0;padding:16px;overflow-x:auto;border:1px solid var(--line);border-radius:8px;background:var(--sheet)}
.next{margin-top:48px;font-weight:600}
noscript{display:block;padding:24px}
@media (prefers-color-scheme:dark){
#reference h5,#reference h5 span{color:var(--second)}
#reference .react-tabs__tab--selected{background:var(--line)}
#reference .token.boolean,#reference .token.number{color:#ffb38a}
}
@media print{header,.next,.skip{display:none}pre{white-space:pre-wrap}}
`

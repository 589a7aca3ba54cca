import { createHash } from 'node:crypto'

// All that the page has besides its words. Both are in the page itself: the policy lets in what has these hashes.

/** Counts down until a new code may be sent. Without it the button is there at once, and says so when it is too soon. */
export const script = `
const button = document.querySelector('[data-resend-at]')
const told = document.getElementById('resend-in')
if (button && told) {
  const words = told.textContent
  // By the server's clock: the phone's may be wrong.
  const until = Date.now() + Number(button.dataset.resendAt)
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1000)
    button.disabled = left > 0
    told.hidden = left <= 0
    told.textContent = words.replace('0:00', Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0'))
    if (left > 0) setTimeout(tick, 250)
  }
  tick()
}
`

/** The colours are those of the web app. */
export const style = `
:root{color-scheme:light dark;--paper:#faf9f6;--sheet:#fff;--ink:#16202e;--soft:#566070;--line:#e3e1da;--field:#7a8390;--accent:#1d3f8f;--on-accent:#fff;--error:#b3261e;--done:#1b6b4a}
@media (prefers-color-scheme:dark){:root{--paper:#12161c;--sheet:#1a2028;--ink:#e9ecf1;--soft:#9aa5b4;--line:#2b333e;--field:#76828f;--accent:#8fb0ff;--on-accent:#101a33;--error:#ff8f86;--done:#74cba2}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Inter,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:28rem;margin:0 auto;padding:24px 16px}
.mark{margin:0 0 16px;font-weight:600}
.sheet{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:24px 20px}
h1{margin:0 0 16px;font-size:20px;line-height:1.3}
p,ul{margin:0 0 16px;overflow-wrap:anywhere}
ul{padding-left:20px}
.label,label{display:block;margin:0 0 4px;font-size:14px;color:var(--soft)}
.soft{font-size:14px;color:var(--soft)}
.wrong{color:var(--error);font-weight:600}
.done{color:var(--done);font-weight:600}
input{width:100%;min-height:52px;padding:8px 12px;border:1px solid var(--field);border-radius:8px;background:var(--sheet);color:var(--ink);font:inherit;font-size:24px;letter-spacing:.2em;font-variant-numeric:tabular-nums}
button,.button{display:block;width:100%;min-height:44px;margin:12px 0 0;padding:10px 16px;border:1px solid var(--accent);border-radius:8px;background:var(--sheet);color:var(--accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.first{background:var(--accent);color:var(--on-accent)}
button:disabled{border-color:var(--field);color:var(--soft);cursor:default}
.plain{border-color:transparent;background:none}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
hr{border:0;border-top:1px solid var(--line);margin:24px 0}
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing from anywhere, but these two; forms lead to this host alone, and nobody frames it. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

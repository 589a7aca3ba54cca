import { escaped } from '../http/escaped.ts'
import { page } from '../http/page.ts'
import type { Case } from './cases.ts'
import { choices } from './outcomes.ts'
import type { Choice } from './outcomes.ts'

/*
 * For journeys. Headings (level 1): "Prove who you are" (before it begins), "Waiting room" (video alone),
 * "What is the outcome?", "Looked at again", "This identification is over". Buttons: "Begin", "Join the call", and each label of
 * `choices` in outcomes.ts; where it is looked at again (it is over by itself after 20 seconds), "Be done with it now";
 * "Back to Countersign" is a link where it is over or looked at again.
 */

const means: Record<Case['method'], string> = {
  video: 'by a video call',
  robo: 'by yourself, with camera and document',
  autoident: 'by yourself, with camera and document',
}

export function startPage(found: Case, title: string): string {
  return identificationPage(
    'Prove who you are',
    title,
    `<p class="purpose">A stand-in for ${escaped(title)}. You are identified ${means[found.method]}. Nobody looks at you: in the next step you choose how it ends.</p>
      ${whatWasSent(found)}
      <form method="post"><div class="choices">
        <button class="primary" type="submit" name="act" value="begin">Begin</button>
        ${button('cancel')}
      </div></form>`,
  )
}

/** Moves on by itself where scripts run. */
export function waitingPage(title: string): string {
  return identificationPage(
    'Waiting room',
    title,
    `<p role="status">Somebody will be with you in a moment. This page moves on by itself.</p>
      <form method="post" action="?" id="waiting"><div class="choices">
        <button class="primary" type="submit" name="act" value="join">Join the call</button>
        ${button('cancel')}
      </div></form>`,
    '<script type="module" src="/identification.js"></script>',
  )
}

export function outcomePage(found: Case, title: string): string {
  const [good, bad]: Choice[][] = [
    ['success', 'renamed', 'review', 'review-refused'],
    ['aborted', 'document-expired', 'fraud', 'cancel'],
  ]
  return identificationPage(
    'What is the outcome?',
    title,
    `${whatWasSent(found)}
      <form method="post">
        <h2>They are who they are</h2>
        <div class="outcomes">${(good ?? []).map((choice, index) => button(choice, index === 0)).join('')}</div>
        <h2>Or not</h2>
        <div class="outcomes">${(bad ?? []).map((choice) => button(choice)).join('')}</div>
      </form>`,
  )
}

export function endPage(found: Case, title: string): string {
  const isReviewed = found.state === 'review'
  const says = isReviewed ? 'Somebody looks at it again.' : `It ended as ${found.result ?? 'nothing'}.`
  const finish =
    '<form method="post"><button class="primary" type="submit" name="act" value="finish">Be done with it now</button></form>'
  return identificationPage(
    isReviewed ? 'Looked at again' : 'This identification is over',
    title,
    `<p role="status">${says}</p>${isReviewed ? finish : ''}<p><a href="${escaped(found.returnUrl)}">Back to Countersign</a></p>`,
  )
}

function button(choice: Choice, isPrimary = false): string {
  const kind = isPrimary ? 'primary' : 'quiet'
  return `<button class="${kind}" type="submit" name="choice" value="${choice}">${choices[choice].label}</button>`
}

function whatWasSent({ applicant, party, method, order }: Case): string {
  const { givenName, surname, email, mobile, birthDate, language } = applicant
  const rows = {
    Name: `${givenName} ${surname}`,
    'E-mail': email,
    Mobile: mobile,
    Birth: birthDate,
    Language: language,
  }
  const all = { ...rows, Method: `${party}, ${method}`, Order: order }
  const lines = Object.entries(all)
    .filter(([, value]) => value)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value ?? '')}</dd></div>`)
  return `<h2>What was sent</h2><dl class="sent">${lines.join('')}</dl>`
}

function identificationPage(heading: string, title: string, content: string, script = ''): string {
  return page({ title: `${heading} - ${title}`, heading, content, style: '/identification.css', script })
}

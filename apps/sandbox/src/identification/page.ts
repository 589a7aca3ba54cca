import { escaped } from '../http/escaped.ts'
import { page } from '../http/page.ts'
import type { Case } from './case.ts'
import { choices } from './outcomes.ts'
import type { Choice } from './outcomes.ts'

/*
 * For journeys. Headings (level 1): "Verify your identity" (before it begins), "Waiting room" (video alone),
 * "What is the outcome?", "Under review", "Identity check ended"; at an office (`loc`) "Book an appointment", "Your
 * appointment" and "At the office", with the field "Code". Buttons: "Begin", "Book the appointment", "Go to the office" (a link), "Join the call", and each label of
 * `choices` in outcomes.ts; while it is under review (which ends automatically after 20 seconds), "Finish now";
 * "Back to Countersign" is a link when it has ended or is under review.
 */

const means: Record<Case['method'], string> = {
  video: 'by a video call',
  robo: 'by video selfie, with your camera and ID',
  autoident: 'by video selfie, with your camera and ID',
  loc: 'at an office, with your ID',
  'external-sc': 'with the qualified certificate on your smart card',
}

export function startPage(found: Case, title: string): string {
  return identificationPage(
    'Verify your identity',
    title,
    `<p class="purpose">Simulates ${escaped(title)}. Your identity is verified ${means[found.method]}. No one checks you: you choose the outcome in the next step.</p>
      ${whatWasSent(found)}
      <form method="post"><div class="choices">
        <button class="primary" type="submit" name="act" value="begin">Begin</button>
        ${button('cancel')}
      </div></form>`,
  )
}

/** Continues automatically where scripts run. */
export function waitingPage(title: string): string {
  return identificationPage(
    'Waiting room',
    title,
    `<p role="status">Someone will be with you shortly. This page updates automatically.</p>
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
        <h2>Identity confirmed</h2>
        <div class="outcomes">${(good ?? []).map((choice, index) => button(choice, index === 0)).join('')}</div>
        <h2>Identity not confirmed</h2>
        <div class="outcomes">${(bad ?? []).map((choice) => button(choice)).join('')}</div>
      </form>`,
  )
}

export function endPage(found: Case, title: string): string {
  const isReviewed = found.state === 'review'
  const says = isReviewed ? 'Someone is checking the result.' : `Result: ${found.result ?? 'none'}.`
  const finish =
    '<form method="post"><button class="primary" type="submit" name="act" value="finish">Finish now</button></form>'
  return identificationPage(
    isReviewed ? 'Under review' : 'Identity check ended',
    title,
    `<p role="status">${says}</p>${isReviewed ? finish : ''}<p><a href="${escaped(found.returnUrl)}">Back to Countersign</a></p>`,
  )
}

const offices = ['Bern, Bundesplatz 1', 'Zürich, Bahnhofstrasse 20', 'Lausanne, Avenue de la Gare 5']

/** The next working days at ten. */
function appointmentTimes(now = new Date()): string[] {
  const days = Array.from({ length: 7 }, (_, index) => new Date(now.getTime() + (index + 1) * 86_400_000))
  return days
    .filter((day) => day.getUTCDay() % 6 !== 0)
    .map((day) => `${day.toISOString().slice(0, 10)} 10:00`)
}

/** What the form of `bookingPage` may send. */
export const isAppointment = (office: string | null, at: string | null): boolean =>
  offices.includes(office ?? '') && appointmentTimes().includes(at ?? '')

export function bookingPage(found: Case, title: string): string {
  const options = (values: string[]) => values.map((value) => `<option>${escaped(value)}</option>`).join('')
  return identificationPage(
    'Book an appointment',
    title,
    `<p class="purpose">Simulates ${escaped(title)}. Your identity is verified ${means[found.method]}. No one expects you: after booking, you play the office and choose the outcome.</p>
      ${whatWasSent(found)}
      <form method="post">
        <p><label>Office <select name="office">${options(offices)}</select></label></p>
        <p><label>Date and time <select name="at">${options(appointmentTimes())}</select></label></p>
        <div class="choices">
          <button class="primary" type="submit" name="act" value="book">Book the appointment</button>
          ${button('cancel')}
        </div></form>`,
  )
}

export function appointmentPage({ appointment, returnUrl }: Case, title: string): string {
  const { office = '', at = '', code = '' } = appointment ?? {}
  return identificationPage(
    'Your appointment',
    title,
    `<dl class="sent"><div><dt>Office</dt><dd>${escaped(office)}</dd></div><div><dt>Date and time</dt><dd>${escaped(at)}</dd></div><div><dt>Code</dt><dd><output>${code}</output></dd></div></dl>
      <p>Bring your passport or identity card, and tell the office this code.</p>
      <p><a href="?office">Go to the office</a> (you play the person at the counter)</p>
      <p><a href="${escaped(returnUrl)}">Back to Countersign</a></p>
      <form method="post"><div class="choices">${button('cancel')}</div></form>`,
  )
}

/** The counter: the code finds the appointment, and the person at the counter chooses the outcome. */
export function officePage(found: Case, title: string, isWrongCode: boolean): string {
  const groups: Choice[] = ['success', 'renamed', 'review', 'document-expired', 'fraud']
  return identificationPage(
    'At the office',
    title,
    `${whatWasSent(found)}
      <form method="post" action="?office">
        <p><label>Code <input name="code" inputmode="numeric" autocomplete="off" required /></label></p>
        ${isWrongCode ? '<p role="alert">No appointment has this code.</p>' : ''}
        <div class="outcomes">${groups.map((choice, index) => button(choice, index === 0)).join('')}</div>
      </form>`,
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
    Email: email,
    Mobile: mobile,
    'Date of birth': birthDate,
    Language: language,
  }
  const all = { ...rows, Method: `${party}, ${method}`, Order: order }
  const lines = Object.entries(all)
    .filter(([, value]) => value)
    .map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value ?? '')}</dd></div>`)
  return `<h2>Data received</h2><dl class="sent">${lines.join('')}</dl>`
}

function identificationPage(heading: string, title: string, content: string, script = ''): string {
  return page({ title: `${heading} - ${title}`, heading, content, style: '/identification.css', script })
}

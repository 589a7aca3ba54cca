import { escaped } from '../../http/escaped.ts'
import { field, page } from '../../http/page.ts'
import type { Citizen } from './people.ts'

/*
 * For journeys. Heading (level 1): "ID Austria". Buttons: one for each of the test people, by name and function
 * ("Johanna Gruber, full function"); "Sign in" for someone else, with the fields "Given name", "Surname",
 * "Date of birth", "Email (optional)"; and "Cancel".
 */

/** The page on which a tester says who they are. Works without a script. */
export function idAustriaPage(given: { action: string; people: readonly Citizen[]; wrong?: string }): string {
  const { action, people, wrong } = given
  const known = people.map((person, index) => personButton(action, person, index)).join('')
  const content = `<p class="purpose">Simulates the Austrian eID. Choose a person; no sign-in is needed.</p>
      ${wrong ? `<p class="wrong" role="alert">${escaped(wrong)}</p>` : ''}
      <h2>Test people</h2>
      <ul class="people">${known}</ul>
      <h2>Another person</h2>
      <form method="post" action="${escaped(action)}">
        ${field('givenName', 'Given name', 'required autocomplete="given-name"')}
        ${field('surname', 'Surname', 'required autocomplete="family-name"')}
        ${field('birthDate', 'Date of birth', 'type="date" required value="1985-04-12" autocomplete="bday"')}
        ${field('email', 'Email (optional)', 'type="email" autocomplete="email" aria-describedby="email-hint"')}
        <p class="purpose" id="email-hint">The simulated trust services recognise this person by it, and issue certificates in this name.</p>
        <div class="choices">
          <button class="primary" type="submit" name="choice" value="sign-in">Sign in</button>
          <button class="quiet" type="submit" name="choice" value="cancel" formnovalidate>Cancel</button>
        </div>
      </form>`
  return page({ title: 'Sign in - ID Austria', heading: 'ID Austria', content })
}

function personButton(action: string, { givenName, surname, level }: Citizen, index: number): string {
  const what = level === 'high' ? 'full function' : 'basic function'
  return `<li><form method="post" action="${escaped(action)}">
    <button type="submit" name="person" value="${index}">
      <strong>${escaped(`${givenName} ${surname}`)},</strong> <span>${what}</span>
    </button></form></li>`
}

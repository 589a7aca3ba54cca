import { escaped } from '../http/escaped.ts'
import { field, page } from '../http/page.ts'
import type { Employee } from './people.ts'

export type SignInForm = { action: string; hint: string; people: Employee[]; wrong?: string }

/** The page on which a tester says who they are. Works without a script. */
export function signInPage({ action, hint, people, wrong }: SignInForm): string {
  const known = people.find((person) => person.email.toLowerCase() === hint.toLowerCase())
  const content = `<p class="purpose">Simulates your company's OpenID provider. Choose a person; no password is needed.</p>
      ${wrong ? `<p class="wrong" role="alert">${escaped(wrong)}</p>` : ''}
      ${people.length > 0 ? `<h2>People of the company</h2><ul class="people">${people.map((person) => personButton(action, person)).join('')}</ul>` : ''}
      <h2>Another person</h2>
      <form method="post" action="${escaped(action)}">
        ${filled('email', 'Email', 'type="email" required autocomplete="email"', known?.email ?? hint)}
        ${filled('firstName', 'First name', 'autocomplete="given-name"', known?.firstName ?? '')}
        ${filled('lastName', 'Last name', 'autocomplete="family-name"', known?.lastName ?? '')}
        <label class="check"><input type="checkbox" name="emailVerified" value="yes" checked /> The company has verified this email</label>
        <div class="choices">
          <button class="primary" type="submit" name="choice" value="sign-in">Sign in</button>
          <button class="quiet" type="submit" name="choice" value="cancel" formnovalidate>Cancel</button>
        </div>
      </form>`
  return page({ title: 'Sign in - Company', heading: 'Company sign-in', content })
}

function personButton(action: string, person: Employee): string {
  const name = `${person.firstName} ${person.lastName}`.trim() || person.email
  return `<li><form method="post" action="${escaped(action)}">
    <button type="submit" name="subject" value="${escaped(person.subject)}">
      <strong>${escaped(name)}</strong> <span>${escaped(person.email)}${person.emailVerified ? '' : ' (not verified)'}</span>
    </button></form></li>`
}

const filled = (name: string, label: string, attributes: string, value: string): string =>
  field(name, label, `${attributes} value="${escaped(value)}"`)

import type { User } from '@countersign/contract/account-shapes.ts'
import { loadCatalogs } from '#web/lib/language/i18n.ts'
import { isSurveyDue, type SurveyHistory } from './survey-rhythm.ts'

/** Asks who is signed in when it is time; the answer goes to the service that was chosen for it, and to nobody else. */
export async function askInTime(url: string, user: User): Promise<void> {
  const key = `countersign.survey.${user.id}`
  const now = Date.now()
  const kept = localStorage.getItem(key)
  const history: SurveyHistory = kept ? JSON.parse(kept) : { firstSeen: now, lastAsked: null }
  const due = isSurveyDue(history, now)
  localStorage.setItem(key, JSON.stringify(due ? { ...history, lastAsked: now } : history))
  if (!due) return
  const [{ askForSatisfaction }] = await Promise.all([import('./survey-dialog.tsx'), loadCatalogs('outside')])
  askForSatisfaction(async (answer) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ survey: 'relationship', ...answer }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (!response.ok) throw new Error(`The survey answered ${response.status}`)
  })
}

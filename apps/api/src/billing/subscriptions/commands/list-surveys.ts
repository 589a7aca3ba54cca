import { type Command, day } from '#api/business/businesses/command.ts'
import { listSurveys as list } from '../surveys/survey-repository.ts'

/** Why admins bought or cancelled, the newest first. */
export const listSurveys: Command = async ({ db }, { since }) => {
  const rows = await list(db, since === undefined ? null : day(since))
  const lines = rows.map(({ name, about, rating, reason, comment, at }) => {
    const facts = [rating === null ? null : `${rating}/5`, reason, comment && JSON.stringify(comment)]
    return [at.toISOString(), about, name, ...facts.filter((fact) => fact !== null)].join('  ')
  })
  return lines.join('\n') || 'There are no surveys.'
}

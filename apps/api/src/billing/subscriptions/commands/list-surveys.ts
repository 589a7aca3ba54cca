import { type Command, day } from '#api/business/businesses/command.ts'

/** Why admins bought or cancelled, the newest first. */
export const listSurveys: Command = async ({ db }, { since }) => {
  const rows = await db
    .selectFrom('billing_surveys as s')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .select(['b.name', 's.about', 's.rating', 's.reason', 's.comment', 's.at'])
    .$if(since !== undefined, (query) => query.where('s.at', '>=', day(since ?? '')))
    .orderBy('s.at', 'desc')
    .orderBy('s.id')
    .execute()
  const lines = rows.map(({ name, about, rating, reason, comment, at }) => {
    const facts = [rating === null ? null : `${rating}/5`, reason, comment && JSON.stringify(comment)]
    return [at.toISOString(), about, name, ...facts.filter((fact) => fact !== null)].join('  ')
  })
  return lines.join('\n') || 'There are no surveys.'
}

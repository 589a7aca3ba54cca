import { Refusal } from '#api/platform/refusal.ts'

type Names = readonly (readonly [RegExp, string])[]

/** What a request is refused for names the fields of `/v3`. What `/v2` has in their place: */
const namesOfV2: Names = [
  [/(^|\.)document_signatures\.0\.visual_signature\b/, '$1visual_signature'],
  [/^documents\.0\.id$/, 'document_id'],
  [/^observers\b/, 'cc_email_addresses'],
]
/** In a call about one signer there is no list. */
const namesOfOneSigner: Names = [[/^signatures\.0\./, '']]

/** Does the work of a call of `/v2`; what it is refused for is named as the caller gave it. */
export const withNamesOfV2 = <T>(work: Promise<T>): Promise<T> => renamed(work, namesOfV2)

/** The same for a call whose body is one signer. */
export const withNamesOfOneSigner = <T>(work: Promise<T>): Promise<T> => renamed(work, namesOfOneSigner)

async function renamed<T>(work: Promise<T>, names: Names): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = error.fields.map((wrong) => ({
      ...wrong,
      field: names.reduce((field, [pattern, name]) => field.replace(pattern, name), wrong.field),
    }))
    throw new Refusal(error.key, { fields, cause: error })
  }
}

import { type Answer, type Call, noPositionals } from '../command.ts'

export async function listKeys(call: Pick<Call, 'positionals' | 'installation'>): Promise<Answer> {
  noPositionals(call)
  const keys = await (await call.installation()).signingKeys.list()
  const lines = keys.map(
    ({ name, state, subject, notAfter }) =>
      `${name.padEnd(12)}${state.padEnd(10)}until ${notAfter.toISOString().slice(0, 10)}  ${subject}`,
  )
  return { lines, json: { keys } }
}

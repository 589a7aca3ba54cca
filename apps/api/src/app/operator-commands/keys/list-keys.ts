import { defineCommand, noPositionals } from '../command.ts'

export const listKeys = defineCommand({
  name: 'keys list',
  takes: '',
  summary: 'list the certificates that this installation signs with',
  options: {},
  run: async (call) => {
    noPositionals(call)
    const keys = await (await call.installation()).signingKeys.list()
    const lines = keys.map(
      ({ name, state, subject, notAfter }) =>
        `${name.padEnd(12)}${state.padEnd(10)}until ${notAfter.toISOString().slice(0, 10)}  ${subject}`,
    )
    return { lines, json: { keys } }
  },
})

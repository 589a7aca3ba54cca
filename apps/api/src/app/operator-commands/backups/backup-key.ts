import { newKeyFile } from '#api/platform/secrets/age/keys.ts'
import { type Answer, type Call, noPositionals, UsageError } from '../command.ts'
import { writeNamed } from '../files.ts'

export function makeKeyFile(call: Pick<Call, 'positionals' | 'environment'>): Answer {
  const [file, ...others] = call.positionals
  if (!file) throw new UsageError('Give the file that the private key is written to.')
  noPositionals({ positionals: others })
  const { publicKey, file: content } = newKeyFile(new Date())
  const path = writeNamed(call, file, content)
  return {
    lines: [
      `BACKUP_PUBLIC_KEY=${publicKey}`,
      'Set that for all processes: the backups that follow are encrypted to it.',
      `The private key is in ${path}: move it off this server.`,
    ],
    json: { publicKey, file: path },
  }
}

import { mkdirSync } from 'node:fs'
import { parseConfig } from './config.ts'
import { startSandbox } from './sandbox.ts'

try {
  const config = parseConfig(process.env)
  mkdirSync(config.data, { recursive: true, mode: 0o700 })
  const sandbox = await startSandbox(config)
  // Anyone who started it may have ended meanwhile, and has said why.
  process.stdout.once('error', () => process.exit(1))
  process.stdout.write(
    `Sandbox ready: ${sandbox.url} (SMTP on port ${sandbox.smtpPort}, DNS on port ${sandbox.dnsPort}, trust services at ${sandbox.trustServices.url})\n`,
  )
  const stop = () => void sandbox.close().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  // Anyone who started it may be killed without a word: then the input ends.
  if (process.env['SANDBOX_ENDS_WITH_INPUT'] === '1') process.stdin.resume().once('end', stop)
} catch (error) {
  process.stderr.write(
    `The sandbox did not start. ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
}

/** Something the person at the keyboard can put right: shown as a sentence, without a stack. */
export class Problem extends Error {
  name = 'Problem'
}

/** Runs a command to its exit status; a Problem is printed and ends with 1. */
export async function runCommand(command) {
  try {
    process.exitCode = (await command()) ?? 0
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exitCode = 1
  }
}

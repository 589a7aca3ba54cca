import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openNotary } from './notary.ts'
import { type Outcome, signFile } from './sign-file.ts'

// npm run corpus -- FOLDER [FILE …]: a line for each PDF; exit code 1 if anything is wrong with one of them.

const [folder = '.', ...wanted] = process.argv.slice(2)
const files = (await readdir(folder)).filter((file) => /\.pdf$/i.test(file)).toSorted()
const notary = await openNotary()
const counts = { accepted: 0, normalised: 0, refused: 0, wrong: 0 }

for (const file of files.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const outcome = await signFile(notary, join(folder, file)).catch((error: unknown): Outcome => {
    return { taken: 'refused', notes: [], wrong: [`it failed: ${String(error)}`], milliseconds: Number.NaN }
  })
  if (outcome.wrong.length > 0) counts.wrong += 1
  else counts[outcome.taken] += 1
  print(file, outcome)
}

await notary.close()
process.stdout.write(
  `${counts.accepted + counts.normalised} signed (${counts.normalised} normalised), ${counts.refused} refused, ${counts.wrong} wrong\n`,
)
process.exit(counts.wrong === 0 ? 0 : 1)

function print(file: string, { taken, notes, wrong, milliseconds }: Outcome): void {
  const time = `${Math.round(milliseconds)} ms`.padStart(8)
  const mark = wrong.length === 0 ? '✓' : '✗'
  process.stdout.write(`${mark} ${file.padEnd(36)} ${taken.padEnd(10)} ${time}  ${notes.join(', ')}\n`)
  for (const each of wrong) process.stdout.write(`    ${each.trim().replaceAll('\n', '\n    ')}\n`)
}

import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import type { GivenFile } from './compose.ts'

export const notAPdf: GivenFile = { name: 'Notes.pdf', content: Buffer.from('Minutes of the meeting\n') }

/** The same file, with a security handler in its trailer: what it holds cannot be read without a password. */
export const encrypted: GivenFile = {
  name: 'Payslip.pdf',
  content: Buffer.from(
    aPdf()
      .toString('latin1')
      .replace(
        '/Root 1 0 R>>',
        `/Root 1 0 R/ID[<${'0'.repeat(32)}><${'0'.repeat(32)}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4` +
          `/O<${'0'.repeat(64)}>/U<${'0'.repeat(64)}>>>>>`,
      ),
    'latin1',
  ),
}

export const withoutPages: GivenFile = { name: 'Empty.pdf', content: aPdf({ pages: 0 }) }

import { loadBusinessWords } from '#web/features/businesses/words.ts'
import { loadWords } from '#web/features/seals/words.ts'

/** Of joining a business and leaving it. What may go wrong there is among the seals' words. */
export async function loadMemberWords(): Promise<void> {
  await Promise.all([loadBusinessWords(), loadWords()])
}

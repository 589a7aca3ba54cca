import { useQualityWords } from '#web/features/qualities/use-quality-words.ts'
import type { Draft } from '../drafts/draft.ts'

/** What the signatures will be worth, and by which law. */
export function LevelName({ quality, legislation }: Pick<Draft, 'quality' | 'legislation'>) {
  const words = useQualityWords()
  return [words.name(quality), legislation && words.legislation(legislation)].filter(Boolean).join(' · ')
}

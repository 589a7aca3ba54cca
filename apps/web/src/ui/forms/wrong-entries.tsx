import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatList } from '#web/lib/language/format.ts'

const shownAtMost = 5
const lettersAtMost = 60

/** What on a list of people names nobody. */
export function WrongEntries({ wrong }: { wrong: readonly string[] }) {
  const { t, i18n } = useLingui()
  const shown = wrong
    .slice(0, shownAtMost)
    .map((entry) => (entry.length > lettersAtMost ? `${entry.slice(0, lettersAtMost)} …` : entry))
  const names = formatList(
    shown.map((entry) => t`“${entry}”`),
    i18n.locale,
  )
  const more = wrong.length - shown.length
  return (
    <>
      <Trans>No valid email in {names}. Please correct or remove it.</Trans>
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="# more entry is invalid." other="# more entries are invalid." />
        </>
      )}
    </>
  )
}

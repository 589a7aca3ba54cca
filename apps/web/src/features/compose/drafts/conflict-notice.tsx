import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatList } from '#web/lib/language/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceGroup, Radio } from '#web/ui/forms/checkbox.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import type { Conflict } from './draft-saver.ts'
import type { Choices, Side } from './merge-parts.ts'
import { partId } from './merge-parts.ts'
import type { Compose } from '../use-compose.ts'
import { usePartWords } from './use-part-words.ts'

/** Parts that were changed here and in another place: for each one chooses, and until then nothing of it is saved. */
export function ConflictNotice({ compose, conflict }: { compose: Compose; conflict: Conflict }) {
  const { t } = useLingui()
  const [choices, setChoices] = useState<Choices>({})
  const words = usePartWords(compose, conflict.theirs)
  const count = conflict.parts.length
  return (
    <Notice
      kind="warning"
      title={<Trans>This draft was changed elsewhere</Trans>}
      action={
        <Button type="secondary" size="sm" onClick={() => void compose.resolve(choices)}>
          <Plural value={count} one="Save this choice" other="Save these choices" />
        </Button>
      }
    >
      <p>
        <Trans>Your changes were merged, except for those below. Which version do you want to keep?</Trans>
      </p>
      <div className="mt-2 flex max-h-[40dvh] max-w-3xl flex-col gap-3 overflow-y-auto">
        {conflict.parts.map((part) => {
          const id = partId(part)
          const radio = (side: Side) => ({
            name: id,
            checked: (choices[id] ?? 'mine') === side,
            onChange: () => setChoices((before) => ({ ...before, [id]: side })),
          })
          return (
            <ChoiceGroup key={id} legend={words.name(part)}>
              <div className="grid gap-x-4 sm:grid-cols-2">
                <Radio
                  label={t`My version`}
                  hint={<Value text={words.value(part, compose.draft)} />}
                  {...radio('mine')}
                />
                <Radio
                  label={t`The other version`}
                  hint={<Value text={words.value(part, conflict.theirs)} />}
                  {...radio('theirs')}
                />
              </div>
            </ChoiceGroup>
          )
        })}
      </div>
    </Notice>
  )
}

function Value({ text }: { text: string }) {
  return (
    <span dir="auto" className="line-clamp-3 wrap-anywhere whitespace-pre-wrap">
      {text}
    </span>
  )
}

const namesAtMost = 4

/** What came from another place and is put together with what is here: nothing is to be done. */
export function TakenNotice({ compose }: { compose: Compose }) {
  const { i18n } = useLingui()
  const words = usePartWords(compose)
  const names = [...new Map(compose.taken.map((part) => [partId(part), words.name(part)])).values()]
  const more = names.length - namesAtMost
  return (
    <Notice
      kind="info"
      title={<Trans>Changes made elsewhere have been added to this draft</Trans>}
      action={
        <Button type="secondary" size="sm" onClick={compose.noteTaken}>
          <Trans>OK</Trans>
        </Button>
      }
    >
      {formatList(names.slice(0, namesAtMost), i18n.locale)}
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
    </Notice>
  )
}

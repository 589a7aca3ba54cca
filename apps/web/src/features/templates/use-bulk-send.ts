import type { Template } from '@countersign/contract/templates.ts'
import { useRef, useState } from 'react'
import { randomKey } from '#web/lib/calls/api.ts'
import { choiceAfter, mappingOf, type Choice, type GivenTable, noTable, type SendStep } from './send-state.ts'
import { checkTable, sendTable, type TableCheck } from './template-calls.ts'

/** The steps of a send: what was chosen stays while one goes back and forth. */
export function useBulkSend(template: Template) {
  const [step, setStep] = useState<SendStep>('table')
  const [given, setGiven] = useState(noTable)
  const { source } = given
  const [checked, setChecked] = useState<TableCheck | null>(null)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [tried, setTried] = useState(false)
  const [loading, setLoading] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // One key for one set of rows: sent again after a lost answer, also after going back, they are not sent twice.
  const key = useRef({ of: '', value: '' })
  const isSent = useRef(false)
  const reading = useRef(0)

  /** What is being read is no longer what will be sent. */
  function dropAnswer() {
    reading.current += 1
    setLoading(false)
  }

  function go(next: SendStep) {
    dropAnswer()
    setFailure(null)
    setTried(false)
    setStep(next)
  }

  async function attempt(work: (isCurrent: () => boolean) => Promise<void>) {
    if (loading) return
    reading.current += 1
    const own = reading.current
    const isCurrent = () => reading.current === own
    setLoading(true)
    setFailure(null)
    try {
      await work(isCurrent)
    } catch (error) {
      if (isCurrent()) setFailure(error)
    }
    if (isCurrent()) setLoading(false)
  }

  const read = () =>
    attempt(async (isCurrent) => {
      if (!source) return setTried(true)
      const answer = await checkTable(template.id, source.table)
      if (!isCurrent()) return
      setChoice(choiceAfter(answer, choice, checked?.columns.map(({ name }) => name) ?? []))
      setChecked(answer)
      go('columns')
    })

  const look = () =>
    attempt(async (isCurrent) => {
      const mapping = choice && mappingOf(choice)
      setTried(true)
      if (!source || !mapping) return
      const answer = await checkTable(template.id, source.table, mapping)
      if (!isCurrent()) return
      setChecked(answer)
      if (answer.unknown_columns.length > 0) return
      go('check')
    })

  /** Answers the id of the send. */
  async function send(): Promise<string> {
    const mapping = choice && mappingOf(choice)
    if (!source || !mapping || !checked) throw new Error('nothing was looked at')
    const body = { table: source.table, mapping, expected_count: checked.good_count }
    const of = JSON.stringify(body.table)
    if (key.current.of !== of) key.current = { of, value: randomKey() }
    const { id } = await sendTable(template.id, body, key.current.value)
    isSent.current = true
    return id
  }

  return {
    step,
    given,
    checked,
    choice,
    tried,
    loading,
    failure,
    go,
    give(next: GivenTable) {
      dropAnswer()
      setGiven(next)
    },
    choose(next: Choice) {
      dropAnswer()
      setChoice(next)
    },
    read,
    look,
    send,
    /** Is something here that leaving would lose? */
    wouldLose: () => source !== null && !isSent.current,
  }
}

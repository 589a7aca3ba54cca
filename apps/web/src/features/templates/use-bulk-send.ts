import type { Template } from '@countersign/contract/templates.ts'
import { useRef, useState } from 'react'
import { randomKey } from '#web/lib/calls/api.ts'
import { choiceAfter, mappingOf, type Choice, noTable, type SendStep } from './send-state.ts'
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

  function go(next: SendStep) {
    setFailure(null)
    setTried(false)
    setStep(next)
  }

  async function attempt(work: () => Promise<void>) {
    if (loading) return
    setLoading(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    }
    setLoading(false)
  }

  const read = () =>
    attempt(async () => {
      if (!source) return setTried(true)
      const answer = await checkTable(template.id, source.table)
      setChoice(choiceAfter(answer, choice, checked?.columns.map(({ name }) => name) ?? []))
      setChecked(answer)
      go('columns')
    })

  const look = () =>
    attempt(async () => {
      const mapping = choice && mappingOf(choice)
      setTried(true)
      if (!source || !mapping) return
      const answer = await checkTable(template.id, source.table, mapping)
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
    setGiven,
    setChoice,
    read,
    look,
    send,
    /** Is something here that leaving would lose? */
    wouldLose: () => source !== null && !isSent.current,
  }
}

import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSearchParameters } from '#web/lib/browser/search-parameters.ts'
import { type ComposeStep, paths } from '#web/lib/paths.ts'
import { focusStep } from './focus-step.ts'
import { steps } from './step-list.tsx'

/** As in `ComposeScreen`: below this width (`lg` in app.css) one step is shown at a time. */
const isOneAtATime = () => window.matchMedia('(width < 80rem)').matches

/** Shows a step; `arrive` is done once it is there, instead of giving it the focus. */
export type GoToStep = (step: ComposeStep, arrive?: () => void) => void

/** The step that the address names. Where one is shown at a time, the browser's buttons lead from one to another. */
export function useStep(id: string): [ComposeStep, GoToStep] {
  const router = useRouter()
  const named = useSearchParameters().get('step')
  const step = steps.find((one) => one === named) ?? 'documents'
  const shown = useRef(step)
  const arrival = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const arrive = arrival.current ?? (() => focusStep(step))
    arrival.current = undefined
    arrive()
  }, [step])
  function go(next: ComposeStep, arrive?: () => void) {
    if (next === step) return arrive ? arrive() : focusStep(next)
    arrival.current = arrive
    router.history[isOneAtATime() ? 'push' : 'replace'](paths.compose(id, next))
  }
  return [step, go]
}

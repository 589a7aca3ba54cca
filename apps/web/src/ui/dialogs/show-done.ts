import { showSnackbar } from './snackbar-store.ts'

/** Long enough to read the message and reach for 'Undo'. */
const undoTime = 8000
let takeBack = () => {}

/** Says that something is done. It takes the place of the last such message: nobody waits for old news to pass. */
export function showDone(message: string, undo?: { text: string; handler: () => void }): void {
  takeBack()
  takeBack = showSnackbar(message, { color: 'success', ...(undo && { duration: undoTime, action: undo }) })
}

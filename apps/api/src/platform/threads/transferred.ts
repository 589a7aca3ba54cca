import type { TransferListItem } from 'node:worker_threads'

/** A task's output of which parts are transferred to the caller's thread instead of copied. */
export class Transferred<Value> {
  readonly value: Value
  readonly transfer: readonly TransferListItem[]

  constructor(value: Value, transfer: readonly TransferListItem[]) {
    this.value = value
    this.transfer = transfer
  }
}

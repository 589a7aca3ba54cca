import type { TransferListItem } from 'node:worker_threads'

/** A task's output of which parts are handed over to the caller's thread instead of copied. */
export class Handover<Value> {
  readonly value: Value
  readonly transfer: readonly TransferListItem[]

  constructor(value: Value, transfer: readonly TransferListItem[]) {
    this.value = value
    this.transfer = transfer
  }
}

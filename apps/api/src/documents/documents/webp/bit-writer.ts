/** Writes bits, the lowest first. */
export class BitWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0
  #held = 0
  #heldBits = 0

  constructor(expected: number) {
    this.#bytes = new Uint8Array(Math.max(64, expected))
  }

  /** The lowest `count` bits of `value`, 24 at most. */
  write(value: number, count: number): void {
    this.#held |= value << this.#heldBits
    this.#heldBits += count
    while (this.#heldBits >= 8) {
      if (this.#length === this.#bytes.length) this.#grow()
      this.#bytes[this.#length++] = this.#held & 0xff
      this.#held >>>= 8
      this.#heldBits -= 8
    }
  }

  finish(): Uint8Array<ArrayBuffer> {
    if (this.#heldBits > 0) this.write(0, 8 - this.#heldBits)
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

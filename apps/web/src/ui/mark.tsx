/** The mark: a signature stroke that closes into a seal. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0 text-accent"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokeIntoSeal} />
    </svg>
  )
}

const strokeIntoSeal =
  'M8.2 20.5c2.6-7.6 5-11 6.4-10.2 1.8 1-2.4 9.6-.8 10.3 1.5.6 3-5.2 4.6-4.7 1.2.4.2 3.6 1.6 3.9 2.3.4 6.5-2.6 7.3-6.3A12.4 12.4 0 1 0 28.4 16'

export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight text-ink">
      <Mark />
      Countersign
    </span>
  )
}

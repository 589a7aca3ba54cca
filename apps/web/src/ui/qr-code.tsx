import { encode } from 'uqr'

/** Modules around the code that stay empty (ISO/IEC 18004 § 6.3.8). */
const quietZone = 4

/** A QR code as one path. Black on white in the dark too: many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const side = size + 2 * quietZone
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-52 rounded"
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

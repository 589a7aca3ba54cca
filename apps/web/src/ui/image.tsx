import { useState } from 'react'
import { imageAddress, type ImageShape, sourceSet } from '#web/lib/browser/image-address.ts'

interface ImageProps extends ImageShape {
  /** `welcome` for /img/welcome.webp, or a path of this site. */
  name: string
  /** Empty where the image says nothing that the words beside it do not. */
  alt: string
  /** The largest size it is shown in, in CSS pixels: room is kept for it while it loads. */
  width: number
  height: number
  /** How wide it is on which screen, as in `sizes` of HTML. */
  sizes?: string
  className?: string
}

/** One of our own images, loaded in the size the screen needs. One that cannot be loaded leaves no hole. */
export function Image({ name, alt, sizes, className, ...shape }: ImageProps) {
  const [failed, setFailed] = useState(false)
  if (failed) return null
  return (
    <img
      src={imageAddress(name, shape)}
      srcSet={sourceSet(name, shape)}
      sizes={sizes ?? `(max-width: ${shape.width}px) 100vw, ${shape.width}px`}
      width={shape.width}
      height={shape.height}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={className}
      onError={() => setFailed(true)}
    />
  )
}

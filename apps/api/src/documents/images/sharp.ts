import sharp from 'sharp'

// For all of the process: the threads share the machine already, and no image comes twice.
sharp.cache(false)
sharp.concurrency(1)

export { sharp }

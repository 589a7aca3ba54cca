export function scriptSizes(folder?: string): Record<string, { kilobytes: number; files: number }>

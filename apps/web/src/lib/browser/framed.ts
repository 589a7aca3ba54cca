/** Another website shows this page in a frame. Only signing links can be (docs/security.md, "Pages"). */
export const isFramed = globalThis.top !== globalThis.self

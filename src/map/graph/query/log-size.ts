/** Grows by equal steps as files double: 0 for nothing, about 1 for 160 KB. */
export const logSize = (bytes: number): number => Math.log1p(bytes) / 12;

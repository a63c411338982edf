/**
 * How many random cases a costly law is tried on: as many as find what breaks, or with KERF_TEST_THOROUGH=1 many more of the
 * same kind.
 */
export function cases(usual: number, thorough: number): number {
  return process.env['KERF_TEST_THOROUGH'] === '1' ? thorough : usual
}

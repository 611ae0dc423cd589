import type { Texts } from '@aftercare/domain/lib/language'

/** Everything that parents and guests can read, as one file that is loaded only where Spanish was chosen. */
export const spanish: readonly Texts[] = Object.values(
  import.meta.glob<Texts>(['./**/texts/{,*.}es.ts', '../../domain/src/**/texts/{,*.}es.ts'], {
    eager: true,
    import: 'es',
  }),
)

import { LOGO_TOO_LARGE, MAX_LOGO_BYTES } from '@aftercare/domain/program/logo-limit'
import { Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { Logo } from '../../ui/illustrations/logo'
import { Button } from '../../ui/inputs/button'
import { errorReason } from '../error-reason'
import { useProgramLogo, useSaveLogo } from './program.api'

const NOT_SAVED = 'Logo not saved'

/** Saved at once: a picture cannot be kept as a draft. */
export function LogoField() {
  const { data: stored } = useProgramLogo()
  const input = useRef<HTMLInputElement>(null)
  const toast = useToast('program logo')
  const save = useSaveLogo({
    onSuccess: (_, { file }) => toast.success(file ? 'Logo saved' : 'Logo removed'),
    onError: (error, { file }) => toast.error(file ? NOT_SAVED : 'Logo not removed', errorReason(error)),
  })
  const choose = (file: File | undefined) => {
    if (!file || !stored) return
    if (file.size > MAX_LOGO_BYTES) toast.error(NOT_SAVED, LOGO_TOO_LARGE)
    else save.mutate({ file, version: stored.version })
  }
  return (
    <fieldset aria-describedby="program-logo-hint">
      <legend className="mb-1.5 text-sm font-semibold">Logo</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Logo className="size-14 rounded-cell border border-line" />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Logo file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            choose(event.target.files?.[0])
            // The same file can be chosen again after an error.
            event.target.value = ''
          }}
        />
        <Button
          variant="quiet"
          icon={<Upload />}
          disabled={!stored}
          loading={save.isPending}
          onClick={() => input.current?.click()}
        >
          {stored?.logo ? 'Replace logo' : 'Upload logo'}
        </Button>
        {stored?.logo && (
          <Button
            variant="quiet"
            icon={<Trash2 />}
            disabled={save.isPending}
            onClick={() => save.mutate({ file: null, version: stored.version })}
          >
            Remove logo
          </Button>
        )}
      </div>
      <p id="program-logo-hint" className="mt-1.5 text-note text-muted">
        PNG, JPEG or WebP, up to 1 MB. Saved at once, and shown on every page, email and print.
      </p>
    </fieldset>
  )
}

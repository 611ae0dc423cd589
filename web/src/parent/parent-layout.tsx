import { LogOut, Menu } from 'lucide-react'
import { LanguageSwitch } from '../features/language/language-switch'
import { useTexts } from '../language/language'
import { isEnglishOnly } from '../lib/language-choice'
import { telHref } from '../lib/tel-href'
import { useMenu } from '../lib/use-menu'
import { Link, NavLink, Outlet, useLocation } from '../router/router'
import { IconButton } from '../ui/inputs/icon-button'
import { ThemeSwitch } from '../ui/inputs/theme-switch'
import { Brand } from '../ui/layout/brand'
import { Drawer } from '../ui/overlays/drawer'
import { useProgram } from '../ui/program'
import { en } from './texts/en'

const entries = [
  { to: '/dashboard', label: 'home' },
  { to: '/children', label: 'children' },
  { to: '/history', label: 'history' },
  { to: '/profile', label: 'profile' },
] as const

export type ParentLayoutProps = {
  /** Nobody: the header offers the admin sign-in only. */
  person: { name: string; email: string } | null
  onSignOut: () => void
}

export function ParentLayout({ person, onSignOut }: ParentLayoutProps) {
  const t = useTexts(en)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex min-h-15 max-w-6xl items-center gap-2 px-4 lg:px-8">
          <Brand portal={t.portal} to="/" />
          {person ? (
            <SignedInMenu person={person} onSignOut={onSignOut} />
          ) : (
            <Link
              to="/admin/login"
              className="-mr-3 ml-auto inline-flex min-h-tap items-center rounded-control px-3 text-sm font-semibold text-muted no-underline hover:bg-surface-inset"
            >
              {t.admin}
            </Link>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <ParentFooter />
    </div>
  )
}

function SignedInMenu({
  person,
  onSignOut,
}: {
  person: { name: string; email: string }
  onSignOut: () => void
}) {
  const t = useTexts(en)
  const [open, setOpen] = useMenu()
  return (
    <>
      <nav aria-label={t.navigation} className="ml-auto hidden gap-1 lg:flex">
        {entries.map((entry) => (
          <NavLink key={entry.to} to={entry.to} className={wideEntry}>
            {t[entry.label]}
          </NavLink>
        ))}
        <button type="button" onClick={onSignOut} className={wideEntry}>
          <LogOut className="size-5" />
          {t.signOut}
        </button>
      </nav>
      <IconButton
        label={t.openMenu}
        icon={<Menu />}
        aria-haspopup="dialog"
        aria-expanded={open}
        className="-mr-2 ml-auto lg:hidden"
        onClick={() => setOpen(true)}
      />
      <Drawer open={open} onOpenChange={setOpen} title={t.menu} description={person.name || person.email}>
        <nav aria-label={t.navigation} className="grid gap-1">
          {entries.map((entry) => (
            <NavLink key={entry.to} to={entry.to} className={drawerEntry} onClick={() => setOpen(false)}>
              {t[entry.label]}
            </NavLink>
          ))}
          <button
            type="button"
            className={drawerEntry}
            onClick={() => {
              setOpen(false)
              onSignOut()
            }}
          >
            <LogOut className="size-5" />
            {t.signOut}
          </button>
        </nav>
        <div className="mt-6 border-t border-line pt-4">
          <ThemeSwitch />
        </div>
      </Drawer>
    </>
  )
}

const wideEntry =
  'inline-flex min-h-tap items-center gap-2 rounded-control px-3.5 font-semibold text-muted no-underline hover:bg-surface-inset aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink'

const drawerEntry =
  'flex min-h-control w-full items-center gap-3 rounded-control px-3 text-left text-lg font-semibold text-text no-underline hover:bg-surface-inset aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink'

const footerLink = 'inline-flex min-h-tap items-center text-muted no-underline hover:underline'

function ParentFooter() {
  const { name, contactEmail, contactPhone } = useProgram()
  const { pathname } = useLocation()
  return (
    <footer className="border-t border-line text-sm text-muted print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 lg:px-8">
        <span>{name}</span>
        <span className="flex flex-wrap gap-x-4">
          <a href={`mailto:${contactEmail}`} className={footerLink}>
            {contactEmail}
          </a>
          {contactPhone && (
            <a href={telHref(contactPhone)} className={footerLink}>
              {contactPhone}
            </a>
          )}
        </span>
        {!isEnglishOnly(pathname) && <LanguageSwitch />}
        <ThemeSwitch />
      </div>
    </footer>
  )
}

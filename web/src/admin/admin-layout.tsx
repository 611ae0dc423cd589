import { Eye, LogOut, Menu } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { version } from '../../package.json'
import { staffHome } from '../auth/staff-home'
import { useAuth } from '../lib/auth-provider'
import { useMenu } from '../lib/use-menu'
import { Link, Outlet } from '../router/router'
import { IconButton } from '../ui/inputs/icon-button'
import { Brand } from '../ui/layout/brand'
import { Drawer } from '../ui/overlays/drawer'
import { AdminMenu } from './admin-menu'
import './print-lists.css'

export type AdminLayoutProps = {
  /** The signed-in admin. */
  user: { name: string; email: string }
  onSignOut: () => void
}

const headerEntry =
  'inline-flex min-h-9 items-center gap-1.5 rounded-cell px-2 font-semibold text-on-inverse sm:px-3 no-underline hover:bg-inverse-active coarse:min-h-tap'

/** Dense sizes for the whole admin area. Set on the root so that dialogs and menus in portals get them too. */
function useDenseLayout(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.density = 'dense'
    return () => {
      delete document.documentElement.dataset.density
    }
  }, [])
}

/** Exposes the header's bottom edge, where side panels start. Banners above push it down until scrolled away. */
function useHeaderBottom(header: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const update = () =>
      style.setProperty('--bar-bottom', `${header.current?.getBoundingClientRect().bottom ?? 52}px`)
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    window.addEventListener('scroll', update, { passive: true })
    update()
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', update)
      style.removeProperty('--bar-bottom')
    }
  }, [header])
}

export function AdminLayout({ user, onSignOut }: AdminLayoutProps) {
  useDenseLayout()
  const { roles } = useAuth()
  const header = useRef<HTMLElement>(null)
  useHeaderBottom(header)
  const [open, setOpen] = useMenu()
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[3.25rem_minmax(0,1fr)] text-sm lg:grid-cols-[13.5rem_minmax(0,1fr)] print:block">
      <header
        ref={header}
        className="sticky top-0 z-20 col-span-full flex items-center bg-inverse px-1 sm:gap-1 sm:px-2 text-on-inverse lg:px-4 print:hidden"
      >
        <IconButton
          label="Open menu"
          icon={<Menu />}
          aria-haspopup="dialog"
          aria-expanded={open}
          className="hover:bg-inverse-active lg:hidden"
          onClick={() => setOpen(true)}
        />
        <Brand portal="Admin Portal" to={staffHome(roles)} inverse />
        <span className="flex-1" />
        <Link to="/" aria-label="View Parent Portal" className={headerEntry}>
          <Eye className="size-5" />
          <span className="hidden sm:inline">View Parent Portal</span>
        </Link>
        <button type="button" aria-label="Sign Out" onClick={onSignOut} className={headerEntry}>
          <LogOut className="size-5" />
          <span className="hidden sm:inline">Sign Out</span>
        </button>
      </header>
      <aside className="sticky top-13 hidden h-[calc(100dvh-var(--bar-bottom,3.25rem))] overflow-y-auto border-r border-line bg-surface p-3 lg:block print:hidden">
        <AdminMenu user={user} />
      </aside>
      <Drawer open={open} onOpenChange={setOpen} title="Menu" side="left">
        <AdminMenu user={user} onSelect={() => setOpen(false)} />
      </Drawer>
      <div className="flex min-w-0 flex-col print:block">
        <main id="main" tabIndex={-1} className="flex-1 px-4 pt-5 pb-8 lg:px-6 print:p-0">
          <Outlet />
        </main>
        <footer className="px-4 pb-3 text-xs text-muted lg:px-6 print:hidden">Aftercare {version}</footer>
      </div>
    </div>
  )
}

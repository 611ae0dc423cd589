import { LanguageCard } from '../../features/language/language-card'
import { PasswordCard } from '../../features/profile/password-card'
import { ProfileForm } from '../../features/profile/profile-form'
import { SessionsCard } from '../../features/sessions/sessions-card'
import { useTexts } from '../../language/language'
import { Container } from '../../ui/layout/container'
import { PageHeader } from '../../ui/layout/page-header'
import { CalendarCard } from '../calendar-feed/calendar-card'
import { FamilyCard } from '../family/family-card'
import { PrivacyCard } from '../privacy/privacy-card'
import { en } from './texts/en'

export default function ProfilePage() {
  const t = useTexts(en)
  return (
    <Container>
      <PageHeader />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <ProfileForm portal="parent" texts={t} />
          <FamilyCard />
          <PasswordCard />
        </div>
        <div className="grid gap-4">
          <CalendarCard />
          <LanguageCard />
          <SessionsCard portal="parent" />
          <PrivacyCard />
        </div>
      </div>
    </Container>
  )
}

// Every screen and its address. Each screen's script is loaded when the screen is opened.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type PropsWithChildren, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { queries } from './api.ts'
import { ErrorBoundary } from './shell/error-boundary.tsx'
import { later } from './shell/later.ts'
import { Members } from './shell/members.tsx'
import { Shell } from './shell/shell.tsx'
import { Toasts } from './shell/toast.tsx'
import { cssVariables, theme } from './theme.ts'

/** `Router` provides the location: the browser's, or a fixed one while the build prerenders a screen. */
export function App({ Router }: { Router: ComponentType<PropsWithChildren> }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Toasts />
      <QueryClientProvider client={queries}>
        <Router>
          <Routes>
            <Route element={<Shell />}>
              <Route index element={<Home />} />
              <Route path="app" element={<Navigate to="/app/usage" replace />} />
              <Route path="app/text" element={<TextEditor />} />
              <Route path="app/chat" element={<Chat />} />
              <Route path="app/playground" element={<Playground />} />
              <Route path="app/status" element={<Status />} />
              <Route path="app/verify-receipt" element={<Verify />} />
              <Route path="app/results/:id" element={<ResultPage />} />
              <Route path="app/prizes/:id" element={<PrizePage />} />
              <Route path="app/pricing" element={<Pricing />} />
              <Route path="app/sign-in" element={<SignIn />} />
              <Route path="app/sign-up" element={<SignUp />} />
              <Route path="app/forgot" element={<ForgottenPassword />} />
              <Route path="app/reset" element={<ResetPassword />} />
              <Route path="app/verify-email" element={<VerifyEmail />} />
              <Route path="app/invitation" element={<InvitationPage />} />
              <Route element={<Members isOpen />}>
                <Route path="app/draws" element={<Draws />} />
                <Route path="app/audits" element={<Audits />} />
              </Route>
              <Route element={<Members />}>
                <Route path="app/welcome" element={<Welcome />} />
                <Route path="app/usage" element={<Usage />} />
                <Route path="app/keys" element={<Keys />} />
                <Route path="app/webhooks" element={<Webhooks />} />
                <Route path="app/allocations" element={<Allocations />} />
                <Route path="app/allocations/:id" element={<AllocationScreen />} />
                <Route path="app/billing" element={<Billing />} />
                <Route path="app/account" element={<AccountScreen />} />
                <Route path="app/admin" element={<Admin />}>
                  <Route index element={<AdminOverviewPage />} />
                  <Route path="accounts" element={<AdminAccounts />} />
                  <Route path="accounts/:id" element={<AdminAccountPage />} />
                  <Route path="invitations" element={<AdminInvitations />} />
                  <Route path="log" element={<AdminLog />} />
                </Route>
              </Route>
              <Route path="*" element={<NotFound />} />
            </Route>
            <Route path="app/embed/:id" element={<Framed />} />
          </Routes>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** An embedded result on another website, without our header and footer. */
function Framed() {
  return (
    <ErrorBoundary>
      <Suspense>
        <EmbeddedResult />
      </Suspense>
    </ErrorBoundary>
  )
}

const Home = later(() => import('./pages/home.tsx').then((page) => page.Home))
const TextEditor = later(() => import('./pages/text-editor.tsx').then((page) => page.TextEditor))
const Chat = later(() => import('./pages/chat.tsx').then((page) => page.Chat))
const Playground = later(() => import('./pages/playground.tsx').then((page) => page.Playground))
const Status = later(() => import('./pages/status.tsx').then((page) => page.Status))
const Welcome = later(() => import('./pages/welcome.tsx').then((page) => page.Welcome))
const Pricing = later(() => import('./pages/pricing.tsx').then((page) => page.Pricing))
const SignIn = later(() => import('./pages/sign-in.tsx').then((page) => page.SignIn))
const SignUp = later(() => import('./pages/sign-up.tsx').then((page) => page.SignUp))
const ForgottenPassword = later(() => import('./pages/forgotten-password.tsx').then((page) => page.ForgottenPassword))
const ResetPassword = later(() => import('./pages/reset-password.tsx').then((page) => page.ResetPassword))
const Usage = later(() => import('./pages/usage.tsx').then((page) => page.Usage))
const Verify = later(() => import('./pages/verify.tsx').then((page) => page.Verify))
const Draws = later(() => import('./pages/draws.tsx').then((page) => page.Draws))
const ResultPage = later(() => import('./pages/result.tsx').then((page) => page.ResultPage))
const PrizePage = later(() => import('./pages/prize.tsx').then((page) => page.PrizePage))
const EmbeddedResult = later(() => import('./pages/result.tsx').then((page) => page.EmbeddedResult))
const Allocations = later(() => import('./pages/allocations.tsx').then((page) => page.Allocations))
const AllocationScreen = later(() => import('./pages/allocation.tsx').then((page) => page.AllocationScreen))
const Audits = later(() => import('./pages/audits.tsx').then((page) => page.Audits))
const Keys = later(() => import('./pages/keys.tsx').then((page) => page.Keys))
const Webhooks = later(() => import('./pages/webhooks.tsx').then((page) => page.Webhooks))
const Billing = later(() => import('./pages/billing.tsx').then((page) => page.Billing))
const AccountScreen = later(() => import('./pages/account.tsx').then((page) => page.AccountScreen))
const VerifyEmail = later(() => import('./pages/verify-email.tsx').then((page) => page.VerifyEmail))
const InvitationPage = later(() => import('./pages/invitation.tsx').then((page) => page.InvitationPage))
const Admin = later(() => import('./pages/admin/admin.tsx').then((page) => page.Admin))
const AdminOverviewPage = later(() => import('./pages/admin/overview.tsx').then((page) => page.AdminOverviewPage))
const AdminAccounts = later(() => import('./pages/admin/accounts.tsx').then((page) => page.AdminAccounts))
const AdminAccountPage = later(() => import('./pages/admin/account.tsx').then((page) => page.AdminAccountPage))
const AdminInvitations = later(() => import('./pages/admin/invitations.tsx').then((page) => page.AdminInvitations))
const AdminLog = later(() => import('./pages/admin/log.tsx').then((page) => page.AdminLog))
const NotFound = later(() => import('./pages/not-found.tsx').then((page) => page.NotFound))

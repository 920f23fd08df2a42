import '#kit/ui/global.css';
import './login.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DEFAULT_PRIMARY } from '#kit/ui/contrast.ts';
import { schemeVariables } from '#kit/ui/scheme.ts';
import { LoginPage } from '#platform/session/login-page.web.tsx';

// The entry of login.html. It goes without Mantine, router and queries, which take a slow line seconds to bring.

const schemes = Object.entries(schemeVariables(DEFAULT_PRIMARY)).map(([scheme, variables]) => {
  const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `:root[data-mantine-color-scheme='${scheme}'] { color-scheme: ${scheme}; ${lines.join(' ')} }`;
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <style>{schemes.join('\n')}</style>
      <LoginPage />
    </StrictMode>,
  );
}

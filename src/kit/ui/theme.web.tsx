import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  MantineProvider,
  type MantineThemeOverride,
} from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { companyTones, DEFAULT_PRIMARY } from './contrast.ts';
import { FONT } from './font.web.ts';
import { usePrinting } from './print.web.ts';
import { schemeVariables } from './scheme.ts';
import classes from './theme.module.css';

/** Where open lists and menus are drawn: inside a landmark, so that no content is outside of one. */
const FLOATS = '#vinculo-listas';

/** Theme and CSS variables of a company's colour. */
function companyTheme(primaryHex: string): { theme: MantineThemeOverride; resolver: CSSVariablesResolver } {
  const { shades } = companyTones(primaryHex);
  const closing = { closeButtonProps: { 'aria-label': 'Fechar' } };
  const theme = createTheme({
    primaryColor: 'marca',
    primaryShade: 6,
    colors: { marca: shades as unknown as MantineColorsTuple },
    autoContrast: true,
    // where black and white text are equally readable
    luminanceThreshold: 0.179,
    defaultRadius: 'md',
    fontFamily: FONT,
    headings: { fontFamily: FONT, fontWeight: '700' },
    focusClassName: classes.focus ?? '',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      InputWrapper: {
        classNames: { label: classes.label, error: classes.error },
        // A hint above the input would push it out of line with its neighbours.
        defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      },
      Modal: { defaultProps: { centered: true, size: 'md', ...closing }, classNames: { title: classes.title } },
      Drawer: { defaultProps: closing, classNames: { title: classes.title } },
      // Mantine's <header> of a dialog would be a second banner of the page
      ModalHeader: { defaultProps: { role: 'none' } },
      DrawerHeader: { defaultProps: { role: 'none' } },
      // A menu whose button is pushed over the edge, by a line that appears, stays until something is chosen.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, hideDetached: false } },
      Popover: { defaultProps: { portalProps: { target: FLOATS } } },
      Notification: { defaultProps: closing, classNames: { description: classes.description } },
      Alert: {
        defaultProps: { closeButtonLabel: 'Fechar' },
        classNames: { title: classes.alertTitle, message: classes.alertMessage },
      },
      PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Mostrar senha', tabIndex: 0 } } },
      Select: { defaultProps: { nothingFoundMessage: 'Sem resultados encontrados', checkIconPosition: 'right' } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 300, portalProps: { target: FLOATS } } },
      Paper: { defaultProps: { withBorder: true } },
      Badge: { defaultProps: { tt: 'none', fw: 600 } },
      Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 } },
    },
  });
  const resolver: CSSVariablesResolver = () => ({ variables: {}, ...schemeVariables(primaryHex) });
  return { theme, resolver };
}

/** The content policy allows a style element only with the nonce that the server wrote into the page. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/** Mantine with the company's colour; light or dark as the user chose, otherwise as the system prefers; always light on paper. */
export function ThemeProvider({ primary, children }: { primary?: string | null; children: ReactNode }) {
  const { theme, resolver } = useMemo(() => companyTheme(primary ?? DEFAULT_PRIMARY), [primary]);
  const isPrinting = usePrinting();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
      {...(isPrinting ? { forceColorScheme: 'light' as const } : {})}
    >
      {children}
      <div id={FLOATS.slice(1)} role="region" aria-label="Listas e menus abertos" />
    </MantineProvider>
  );
}

import { ActionIcon, Burger, Drawer } from '@mantine/core';
import { useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { MissingRecord, type MissingRecordProps } from '#kit/record/missing-record.web.ts';
import { BesideTitleProvider } from '#kit/ui/page.web.tsx';
import { VerComoBar } from '#platform/authority/ver-como.web.tsx';
import { Keys } from '#platform/busca/keys.web.tsx';
import { Palette } from '#platform/busca/palette.web.tsx';
import { StepBar } from '#platform/home/step-bar.web.tsx';
import { FavouriteStar } from '#platform/menu/favourite-star.web.tsx';
import { useFavourites } from '#platform/menu/use-favourites.web.ts';
import { NewsBell } from '#platform/noticias/news-bell.web.tsx';
import { ArrivalDialog } from '#platform/session/arrival.web.tsx';
import { CompanyGate, FoundElsewhere } from '#platform/session/company-gate.web.tsx';
import { useSession } from '#platform/session/session.web.tsx';
import { SessionDialogs } from '#platform/session/session-dialogs.web.tsx';
import { Brand } from './brand.web.tsx';
import classes from './layout.module.css';
import { Progress } from './progress.web.tsx';
import { SchemeToggle } from './scheme-toggle.web.tsx';
import { SideMenu } from './side-menu.web.tsx';
import { CompanySwitch, UserMenu } from './user-menu.web.tsx';

const MENU_BREAKPOINT = '(min-width: 1200px)';

const RAIL = 'vinculo.menu.trilho';

/** Whether the menu is a rail of icons, as this browser remembers it. */
function useRail() {
  return useLocalStorage({ key: RAIL, defaultValue: false, getInitialValueInEffect: false });
}

const star = <FavouriteStar />;
const foundElsewhere = (missing: MissingRecordProps) => <FoundElsewhere {...missing} />;

/** A screen begins at its top. It stands alone, so that a change of screen does not draw the frame again. */
function FromTheTop() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '') window.scrollTo(0, 0);
  }, [pathname]);
  return null;
}

/** The internal layout: top bar, side menu (a drawer below 1200 px), search, the session's dialogs. */
export function Layout({ children }: { children: ReactNode }) {
  const session = useSession();
  const { empresa } = session;
  const isWide = useMediaQuery(MENU_BREAKPOINT, undefined, { getInitialValueInEffect: false });
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  const [isRail, setIsRail] = useRail();
  useHotkeys([['mod+K', () => setIsSearching(true)]], []);
  const search = () => {
    setIsMenuOpen(false);
    setIsSearching(true);
  };
  const { favourites, move } = useFavourites();
  const menu = { items: session.menu, favourites, onMoveFavourite: move, version: session.versao, onSearch: search };
  return (
    <div className={classes.shell} data-rail={isRail || undefined} data-viewing={session.vendoComo ? true : undefined}>
      <Progress />
      <FromTheTop />
      <a href="#conteudo" className="vinculo-skip vinculo-no-print">
        Ir para o conteúdo
      </a>
      <VerComoBar />
      <header className={`${classes.bar} vinculo-no-print`}>
        {!isWide && (
          <Burger
            size="sm"
            opened={isMenuOpen}
            onClick={() => setIsMenuOpen(true)}
            aria-label="Abrir menu"
            aria-haspopup="dialog"
          />
        )}
        <Link to="/" className={classes.brandLink} aria-label="Vínculo, página inicial">
          <Brand short logo={empresa?.logo ? `/api/publico/empresa/logo?empresaId=${empresa.id}` : null} />
        </Link>
        <div className={classes.spring} />
        <CompanySwitch />
        {!isWide && (
          <ActionIcon
            variant="subtle"
            size="lg"
            color="gray"
            c="var(--mantine-color-text)"
            aria-label="Pesquisar Menu"
            onClick={search}
          >
            <IconSearch size={20} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
        )}
        <NewsBell empresaId={session.empresa?.id} />
        <SchemeToggle />
        <UserMenu />
      </header>
      {isWide ? (
        <aside aria-label="Menu lateral" className={`${classes.side} vinculo-no-print`}>
          <SideMenu {...menu} rail={{ isRail, toggle: () => setIsRail(!isRail) }} />
        </aside>
      ) : (
        <Drawer
          opened={isMenuOpen}
          onClose={() => setIsMenuOpen(false)}
          title="Menu"
          size={300}
          classNames={{ body: classes.drawerBody ?? '', content: classes.drawer ?? '' }}
        >
          <SideMenu {...menu} onFollow={() => setIsMenuOpen(false)} />
        </Drawer>
      )}
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        <MissingRecord.Provider value={foundElsewhere}>
          <CompanyGate>
            <StepBar empresaId={empresa?.id} />
            <BesideTitleProvider value={star}>{children}</BesideTitleProvider>
          </CompanyGate>
        </MissingRecord.Provider>
      </main>
      <Palette opened={isSearching} onClose={() => setIsSearching(false)} />
      <Keys />
      <ArrivalDialog />
      <SessionDialogs />
    </div>
  );
}

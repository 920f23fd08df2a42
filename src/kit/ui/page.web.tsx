import { Anchor, Box, Group, Title } from '@mantine/core';
import { createContext, Fragment, type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import classes from './page.module.css';

interface Crumb {
  label: string;
  /** absent on the last one and on headings without a page */
  to?: string;
}

interface PageProps {
  title: string;
  /** from the start page down to here; 'Início' is put in front */
  breadcrumbs?: readonly Crumb[];
  /** buttons at the right of the heading */
  actions?: ReactNode;
  /** what the page is about, around its heading */
  about?: { picture?: ReactNode; badges?: ReactNode; lines?: ReactNode };
  children: ReactNode;
}

const PRODUCT = 'Vínculo';

/** What the frame puts beside the title of a screen. */
const BesideTitle = createContext<ReactNode>(null);
export const BesideTitleProvider = BesideTitle.Provider;

/** A screen: breadcrumb, h1 (which takes the focus after a navigation), actions, body. Sets `document.title`. */
export function Page({ title, breadcrumbs = [], actions, about, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, key } = useLocation();
  const { moduleTitle } = useActing();
  const beside = useContext(BesideTitle);
  useEffect(() => {
    document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
  // The first page of a visit keeps the browser's own focus, so that the skip link is the first stop; a new query string is no new page.
  const arrivedBy = useRef(key);
  const shown = useRef('');
  useEffect(() => {
    if (shown.current !== '' || arrivedBy.current !== 'default') heading.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  // The module's own page lists its screens.
  const [, module = ''] = pathname.split('/');
  const linked = breadcrumbs.map((crumb) => (crumb.label === moduleTitle(module) ? { to: `/${module}`, ...crumb } : crumb));
  const crumbs: readonly Crumb[] = [{ label: 'Início', to: '/' }, ...linked];
  return (
    <Box className={classes.page}>
      {breadcrumbs.length > 0 && (
        <nav aria-label="Trilha" className={`${classes.crumbs} vinculo-no-print`}>
          <ol>
            {crumbs.map((crumb, index) => (
              <Fragment key={`${crumb.label}-${crumb.to ?? index}`}>
                {index > 0 && <li aria-hidden="true">/</li>}
                <li {...(index === crumbs.length - 1 ? { 'aria-current': 'page' as const } : {})}>
                  {crumb.to === undefined || index === crumbs.length - 1 ? (
                    crumb.label
                  ) : (
                    <Anchor component={Link} to={crumb.to} inherit>
                      {crumb.label}
                    </Anchor>
                  )}
                </li>
              </Fragment>
            ))}
          </ol>
        </nav>
      )}
      <Group justify="space-between" align={about?.lines ? 'flex-start' : 'center'} gap="sm" className={classes.head}>
        <div className={classes.about}>
          {about?.picture}
          <div className={classes.words}>
            <Group gap="4px 10px">
              <div className={classes.titled}>
                <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
                  {title}
                </Title>
                {beside}
              </div>
              {about?.badges}
            </Group>
            {about?.lines}
          </div>
        </div>
        {actions !== undefined && (
          <Group gap="xs" className="vinculo-no-print">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Box>
  );
}

import { createContext, type ReactNode } from 'react';

/** A record that is not there, by the path of its registry; `children` say so. */
export interface MissingRecordProps {
  path: string;
  id: number;
  children: ReactNode;
}

/** What the platform shows for a record that is not there: it may know where it is. */
export const MissingRecord = createContext<(missing: MissingRecordProps) => ReactNode>(({ children }) => children);

import { configure } from '@testing-library/react'

/** By itself it waits for a second, which can pass on a busy machine before a view's code is read and drawn. */
configure({ asyncUtilTimeout: 15_000 })

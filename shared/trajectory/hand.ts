/** Policy name of trajectories that a person made, action by action. */
export const HAND = 'hand'
